import { useRef, useState, useEffect, useEffectEvent, type ReactNode } from 'react'
import { ImageOff } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { foundOf, imageOf, reduceImage } from './imageMachine.ts'
import styles from './image.module.css'

export interface ImageProps {
  readonly src: string
  /** What it shows; empty where it is decoration. */
  readonly alt: string
  /**
   * The rule for image sources: gives the source back, or an empty text for one that is not
   * allowed.
   */
  readonly allow: (src: string) => string
  /** Of the box, in px or any CSS length: it is the same whatever becomes of the image. */
  readonly width: number | string
  readonly height: number | string
  readonly fit?: 'cover' | 'contain'
  /** Default true: fetched when it comes near. */
  readonly lazy?: boolean
  /** In place of the icon of a failure, for instance the first letter of a coin. */
  readonly fallback?: ReactNode
  readonly round?: boolean
  readonly className?: string | undefined
}

const length = (value: number | string) => (typeof value === 'number' ? `${value}px` : value)

/** U20: an image in a box that never moves: loading, loaded, or a placeholder where it failed. */
export function Image({
  src,
  alt,
  allow,
  width,
  height,
  fit = 'cover',
  lazy = true,
  fallback,
  round = false,
  className,
}: ImageProps) {
  const strings = useUiStrings()
  const source = allow(src)
  const element = useRef<HTMLImageElement>(null)
  const [own, setOwn] = useState(() => imageOf(source))
  const state = reduceImage(own, { type: 'change', source })
  if (state !== own) setOwn(state)
  const tell = (type: 'load' | 'fail') => setOwn((last) => reduceImage(last, { type, source }))
  // On a page that came from the server the image may be there before anybody listens.
  const catchUp = useEffectEvent(() => {
    const found = element.current ? foundOf(element.current) : undefined
    if (found) tell(found)
  })
  useEffect(() => catchUp(), [source])
  const failed = state.status === 'error'
  return (
    <span
      className={classNames(styles['image'], className)}
      style={customProperties({
        '--x-image-width': length(width),
        '--x-image-height': length(height),
      })}
      data-x-part="image"
      data-status={state.status}
      data-fit={fit}
      data-round={round || undefined}
      aria-busy={state.status === 'loading' || undefined}
    >
      {failed ? (
        <span
          className={styles['fallback']}
          title={strings.imageFailed}
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          {fallback ?? <Icon of={ImageOff} />}
        </span>
      ) : (
        // The sender is not told which page shows it.
        <img
          ref={element}
          src={source}
          alt={alt}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => tell('load')}
          onError={() => tell('fail')}
        />
      )}
    </span>
  )
}
