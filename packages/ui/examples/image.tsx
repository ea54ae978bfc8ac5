import { Image } from '@x/ui/image'

export interface LogoProps {
  readonly coin: { readonly name: string; readonly logo: string }
  /** Returns the source, or '' if it is not allowed. */
  readonly allowSource: (src: string) => string
}

export function Logo({ coin, allowSource }: LogoProps) {
  return (
    <Image
      src={coin.logo}
      alt={coin.name}
      allow={allowSource}
      width={24}
      height={24}
      round
      fallback={coin.name[0]}
    />
  )
}
