import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { LIKE } from './picture-hash.ts'

/** A picture of another record of the same kind that is identical or looks alike. */
export interface SimilarPicture {
  readonly key: string
  /** Id of its record. */
  readonly document_id: string
  /** Same bytes, as uploaded or as stored. */
  readonly identical: boolean
  /** Number of differing bits of the 64 in the hash. */
  readonly bits: number
}

const BANDS = 4
const BAND_BITS = 16
const BAND_VALUES = 2 ** BAND_BITS
/** If two hashes differ in at most `LIKE` bits, one of their four parts differs in at most this many. */
const BAND_LIKE = Math.floor(LIKE / BANDS)
const MOST = 20
/** Most matches shown; with this limit the planner fetches their rows by key. */
const MOST_NEAR = 500

const ownLooks = prepared<{ picture_hash: string | null; sha256: string; source_sha256: string }>(
  'pictures.looks',
  'select picture_hash, sha256, source_sha256 from attachment where key = $1 and size is not null',
)

// Each value is looked up separately: for all at once the planner expects half the table and scans it.
const similar = prepared<SimilarPicture>(
  'pictures.similar',
  `with near as (
     select found.key from unnest($6::int[]) as probe cross join lateral (
       select a.key from attachment a where a.purpose = 'record' and a.picture_bands @> array[probe]
         and bit_count((a.picture_hash # $5::bigint)::bit(64)) <= ${LIKE} offset 0
     ) found
     union select a.key from attachment a where a.purpose = 'record' and a.source_sha256 = $3
     union select a.key from attachment a where a.purpose = 'record' and a.sha256 = $4
     limit ${MOST_NEAR}
   )
   select a.key, a.document_id, a.source_sha256 = $3 or a.sha256 = $4 as identical,
     coalesce(bit_count((a.picture_hash # $5::bigint)::bit(64))::int, 64) as bits
   from near join attachment a using (key)
   where a.purpose = 'record' and a.document_type = $2 and a.key <> $1
   order by identical desc, bits, a.document_id limit ${MOST}`,
)

/**
 * Pictures of other records of a type that are identical or look alike. Hashes that differ in ten of 64 bits have a
 * 16-bit part that differs in two: only rows with such a part are compared, found by one index (decision 040).
 */
export async function similarPictures(tx: Tx, key: string, documentType: string): Promise<readonly SimilarPicture[]> {
  const own = await tx.first(ownLooks(key))
  if (!own) return []
  const probes = own.picture_hash === null ? [] : probesOf(BigInt(own.picture_hash))
  return tx.rows(similar(key, documentType, own.source_sha256, own.sha256, own.picture_hash, probes))
}

/** Values that a part of a similar picture may have, as stored in `attachment.picture_bands`. */
export function probesOf(hash: bigint): readonly number[] {
  const bits = BigInt.asUintN(64, hash)
  return Array.from({ length: BANDS }, (_, band) => {
    const value = Number((bits >> BigInt(band * BAND_BITS)) & BigInt(BAND_VALUES - 1))
    return NEAR.map((flipped) => (value ^ flipped) + band * BAND_VALUES)
  }).flat()
}

/** All bit patterns of a part with at most `BAND_LIKE` bits set. */
const NEAR: readonly number[] = patterns(BAND_LIKE, 0)

function patterns(most: number, from: number): number[] {
  if (most === 0) return [0]
  const further = Array.from({ length: BAND_BITS - from }, (_, index) => from + index)
  return [0, ...further.flatMap((bit) => patterns(most - 1, bit + 1).map((rest) => rest | (1 << bit)))]
}
