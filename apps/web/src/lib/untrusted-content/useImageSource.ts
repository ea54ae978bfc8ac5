import { useRef, useState } from 'react'
import { useServices } from '../services/servicesContext.ts'
import { addressAt } from '../image-domain/addressAt.ts'

export interface ImageSource {
  readonly src: string
  /** It failed wherever it may come from. */
  readonly isMissing: boolean
  readonly onError: () => void
  readonly onLoad: () => void
}

/**
 * The address of an image at the fastest domain, for an `img`. Chosen once, so that an image on
 * screen is not loaded again when a test ends; where the domain fails it comes from the own origin,
 * and the domain hears of it if that one has the file.
 */
export function useImageSource(address: string): ImageSource {
  const { config, imageDomain } = useServices()
  const own = config.gatewayOrigin
  const [origin, setOrigin] = useState(() => imageDomain.getState().origin)
  const [isMissing, setMissing] = useState(false)
  const failing = useRef<string>(undefined)
  return {
    src: addressAt(address, { origin }),
    isMissing,
    onError() {
      if (origin === own || addressAt(address, { origin }) === address) return setMissing(true)
      failing.current = origin
      setOrigin(own)
    },
    onLoad() {
      if (failing.current !== undefined) imageDomain.failed(failing.current)
      failing.current = undefined
    },
  }
}
