import type { ProductChange } from '@x/api'
import { useEffect, useEffectEvent } from 'react'
import { useUserStream } from './useUserStream.ts'

/** Calls when something of the user changed in a product, as long as it is on screen. */
export function useProductUpdates(product: ProductChange['product'], onChange: () => void): void {
  const stream = useUserStream()
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    let hasSnapshot = false
    return stream.request('products', ({ type, data }) => {
      const isOwn = data.some(
        (each) => (each as Partial<ProductChange> | null)?.product === product,
      )
      // A further snapshot is the first word after a gap.
      if (type === 'delta' ? isOwn : hasSnapshot) changed()
      hasSnapshot = true
    })
  }, [stream, product])
}
