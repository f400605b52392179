import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { fetchFile } from '../../client/api.ts'
import { kitText } from '../record-texts.ts'
import './picture.css'

const AttachmentPreview = lazy(() =>
  import('../../attachments/AttachmentPreview.tsx').then((module) => ({ default: module.AttachmentPreview })),
)

interface SmallPictureProps {
  readonly imageKey: string
  /** Name of the file. */
  readonly name: string
  readonly size?: 'row' | 'card'
}

/** A thumbnail that opens the picture. It is loaded when visible: a list may have 500. */
export function SmallPicture({ imageKey, name, size = 'row' }: SmallPictureProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { image, isThere } = useSmall(imageKey, useInSight(button))
  const type = name.toLowerCase().endsWith('.png') ? 'image/png' : 'image/jpeg'
  const files = useMemo(() => [{ key: imageKey, name, type, size: 0 }], [imageKey, name, type])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`small-picture is-${size}`}
        aria-label={kitText('image.open', { name })}
        onClick={(event) => {
          // A click elsewhere in the row opens its record.
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {isThere ? <img ref={image} alt="" /> : <Icon name="image" />}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AttachmentPreview files={files} start={0} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function useInSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isSeen || !target) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}

/** An object URL, because the page's security policy allows no other and the call carries the session. */
function useSmall(key: string, isWanted: boolean) {
  const image = useRef<HTMLImageElement>(null)
  const { data } = useQuery({
    queryKey: ['small-picture', key],
    queryFn: async () => (await fetchFile(`/aps/file/${key}-small`, { handles: true })).blob,
    enabled: isWanted,
    staleTime: Infinity,
    retry: false,
  })
  useLayoutEffect(() => {
    if (!data || !image.current) return undefined
    // The page displays it as this type, whatever a header says.
    const made = URL.createObjectURL(new Blob([data], { type: 'image/jpeg' }))
    image.current.src = made
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { image, isThere: data !== undefined }
}
