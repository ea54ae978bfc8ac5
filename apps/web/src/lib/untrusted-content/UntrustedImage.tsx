import { useImageSource } from './useImageSource.ts'
import { useUntrusted } from './useUntrusted.ts'

/** An image that others named, where it may come from; else its text. */
export function UntrustedImage({
  src,
  alt,
  className,
}: {
  src: string
  alt: string
  className?: string | undefined
}) {
  const foreign = useUntrusted()
  const safe = foreign.imageSource(src)
  const source = useImageSource(safe)
  const text = foreign.text(alt)
  return safe ? (
    <img className={className} {...source} alt={text} loading="lazy" decoding="async" />
  ) : (
    text
  )
}
