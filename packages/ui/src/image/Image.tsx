import { useRef, useState, useEffect, useEffectEvent, type ReactNode } from 'react'
import { ImageOff } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { imageEventOf, initialImage, reduceImage } from './imageMachine.ts'
import styles from './image.module.css'

/** Props of `Image`. */
export interface ImageProps extends WidgetProps {
  readonly src: string
  /** Alternative text; empty for decoration. */
  readonly alt: string
  /** Returns the source if it is allowed, else ''. */
  readonly allow: (src: string) => string
  /** Size of the box in pixels or as a CSS length; it does not depend on the image. */
  readonly width: number | string
  readonly height: number | string
  readonly fit?: 'cover' | 'contain'
  /** Loads the image when it is close to the viewport. Default true. */
  readonly lazy?: boolean
  /** Shown instead of the error icon, for instance the first letter of a coin. */
  readonly fallback?: ReactNode
  readonly round?: boolean
}

const length = (value: number | string) => (typeof value === 'number' ? `${value}px` : value)

/** An image in a box of fixed size: loading, loaded, or a placeholder after a failure (U20). */
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
  id,
  className,
  style,
}: ImageProps) {
  const source = allow(src)
  const element = useRef<HTMLImageElement>(null)
  const [stored, setStored] = useState(() => initialImage(source))
  const state = reduceImage(stored, { type: 'change', source })
  if (state !== stored) setStored(state)
  const dispatch = (type: 'load' | 'fail') =>
    setStored((last) => reduceImage(last, { type, source }))
  // On a server-rendered page the image may have loaded before hydration.
  const readStatus = useEffectEvent(() => {
    const event = element.current ? imageEventOf(element.current) : undefined
    if (event) dispatch(event)
  })
  useEffect(() => readStatus(), [source])
  return (
    <span
      id={id}
      className={classNames(styles['image'], className)}
      style={{ ...sizeProperties(width, height), ...style }}
      data-x-part="image"
      data-status={state.status}
      data-fit={fit}
      data-round={round || undefined}
      aria-busy={state.status === 'loading' || undefined}
    >
      {state.status === 'error' ? (
        <ImageFallback alt={alt}>{fallback}</ImageFallback>
      ) : (
        // `no-referrer`: the image host must not learn the page.
        <img
          className={styles['picture']}
          ref={element}
          src={source}
          alt={alt}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => dispatch('load')}
          onError={() => dispatch('fail')}
        />
      )}
    </span>
  )
}

function ImageFallback({ alt, children }: { readonly alt: string; readonly children: ReactNode }) {
  const strings = useUiStrings()
  return (
    <span
      className={styles['fallback']}
      title={strings.imageFailed}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    >
      {children ?? <Icon of={ImageOff} />}
    </span>
  )
}

const sizeProperties = (width: ImageProps['width'], height: ImageProps['height']) =>
  customProperties({ '--x-image-width': length(width), '--x-image-height': length(height) })
