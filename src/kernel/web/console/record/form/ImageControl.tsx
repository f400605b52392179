import { useRef } from 'react'
import type { ControlProps } from '#kernel/web/ui/Field.tsx'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { acceptOf } from '../../attachments/attachment-texts.ts'
import { forgetUpload } from '../../attachments/upload-file.ts'
import { useDrops } from '../../attachments/use-drops.ts'
import { useUploads } from '../../attachments/use-uploads.ts'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { kitText } from '../record-texts.ts'
import { SmallPicture } from './SmallPicture.tsx'
import './picture.css'

/** One picture is kept; the second place is for the upload that replaces it. */
const RULE = { max: 2, types: ['png', 'jpeg'] } as const
const ACCEPT = acceptOf(RULE.types)

interface ImageControlProps extends ControlProps {
  readonly value: string
  /** Name of the stored file. */
  readonly name: string
  readonly isPhone?: boolean
  readonly onChange: (key: string) => void
}

/**
 * One picture: chosen, dropped, pasted, or taken with the phone's camera. It is uploaded at once and bound to the
 * record when that is saved.
 */
export function ImageControl({ value, name, isPhone = false, onChange, id, ...rest }: ImageControlProps) {
  // A finger takes a photo and drops no file, however wide the page is.
  const isTouch = isPhone || matchMedia('(pointer: coarse)').matches
  const zone = useRef<HTMLDivElement>(null)
  const sent = useRef<string | null>(null)
  const held = useUploads({
    rule: RULE,
    attached: 0,
    onDone: ({ key }) => {
      if (sent.current) void forgetUpload(sent.current)
      sent.current = key
      onChange(key)
    },
    onLeftOut: (text) => notify('warning', text),
  })
  const [upload] = held.uploads
  const add = (files: readonly File[]): void => {
    // A failed upload is replaced by the next.
    for (const each of held.uploads) held.drop(each.id)
    if (files.length > 1) notify('warning', pageText('attachments.onlySome', { taken: 1, given: files.length, max: 1 }))
    held.add(files.slice(0, 1))
  }
  const isOver = useDrops(zone, add, !isTouch)
  const chooser = (icon: IconName, text: string, camera: boolean, isFirst: boolean) => (
    <Chooser icon={icon} text={text} camera={camera} onFiles={add} {...(isFirst ? { id, ...invalid(rest) } : {})} />
  )
  return (
    <div
      ref={zone}
      className={['image-control', isPhone ? 'is-phone' : '', isOver ? 'is-over' : ''].filter(Boolean).join(' ')}
    >
      {value ? <SmallPicture imageKey={value} name={name || 'image.jpg'} size="card" /> : null}
      <div className="image-control-acts">
        {isTouch ? chooser('image', kitText('image.camera'), true, true) : null}
        {chooser(
          'image',
          kitText(value ? 'image.replace' : isTouch ? 'image.gallery' : 'image.choose'),
          false,
          !isTouch,
        )}
        {value || isTouch ? null : <span className="quiet">{kitText('image.drop')}</span>}
        {upload ? (
          upload.error === null ? (
            <span role="status">
              {upload.share < 1
                ? kitText('image.sending', { percent: Math.floor(upload.share * 100) })
                : kitText('image.checking')}
            </span>
          ) : (
            <span className="field-error" role="alert">
              {upload.error}{' '}
              {upload.canRetry ? (
                <button type="button" className="link-button" onClick={() => held.retry(upload.id)}>
                  {kitText('image.retry')}
                </button>
              ) : null}
            </span>
          )
        ) : null}
        {value ? (
          <button type="button" className="link-button" onClick={() => onChange('')}>
            {kitText('image.remove')}
          </button>
        ) : null}
      </div>
    </div>
  )
}

function invalid({ 'aria-invalid': isInvalid, 'aria-describedby': describedBy }: ControlProps) {
  return {
    ...(isInvalid ? { 'data-invalid': true as const } : {}),
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
  }
}

interface ChooserProps {
  readonly id?: string | undefined
  readonly icon: IconName
  readonly text: string
  readonly camera: boolean
  readonly onFiles: (files: readonly File[]) => void
}

function Chooser({ icon, text, camera, onFiles, ...rest }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="image-button" {...rest} onClick={() => input.current?.click()}>
        <Icon name={icon} />
        {text}
      </button>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={text}
        accept={ACCEPT}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Reset, so that the same file can be chosen again after its removal.
          event.target.value = ''
        }}
      />
    </>
  )
}
