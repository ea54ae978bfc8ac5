import { Image } from '@x/ui/image'
import { useImageSource } from './useImageSource.ts'
import { useUntrusted } from './useUntrusted.ts'

interface UntrustedImageProps {
  readonly src: string
  readonly alt: string
  readonly className?: string | undefined
}

const PLACEHOLDER_PX = 64
const nowhere = () => ''

/** An image that others named, where it may come from; else its text. */
export function UntrustedImage({ src, alt, className }: UntrustedImageProps) {
  const foreign = useUntrusted()
  const safe = foreign.imageSource(src)
  const text = foreign.text(alt)
  return safe ? <Shown key={safe} src={safe} alt={text} className={className} /> : text
}

/** A placeholder where it cannot be had (spec 8). */
function Shown({ src, alt, className }: UntrustedImageProps) {
  const { isMissing, ...source } = useImageSource(src)
  if (!isMissing)
    return <img className={className} {...source} alt={alt} loading="lazy" decoding="async" />
  return (
    <Image
      src=""
      alt={alt}
      allow={nowhere}
      width={PLACEHOLDER_PX}
      height={PLACEHOLDER_PX}
      className={className}
    />
  )
}
