/** Texts of the file with numbers of a transfer in English. */
export const numbersFile = {
  title: 'Numbers of a transfer',
  column: 'Number',
  notes: [
    'One row each: an IMEI, a serial number, or the number of a carton or a pallet, which stands for the devices in it.',
    'Format the column as text, so that no digit is lost.',
  ],
}
