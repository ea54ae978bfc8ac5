import { useImageSource } from './useImageSource.ts'
import { useForeign } from './useForeign.ts'

/** An image that others named, where it may come from; else its text. */
export function ForeignImage({
  src,
  alt,
  className,
}: {
  src: string
  alt: string
  className?: string | undefined
}) {
  const foreign = useForeign()
  const safe = foreign.imageSource(src)
  const source = useImageSource(safe)
  const text = foreign.text(alt)
  return safe ? (
    <img className={className} {...source} alt={text} loading="lazy" decoding="async" />
  ) : (
    text
  )
}
