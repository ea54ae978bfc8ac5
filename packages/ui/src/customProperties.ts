import type { CSSProperties } from 'react'

/** Custom properties as a style object: React's type knows the standard ones only. */
export function customProperties(
  values: Readonly<Record<`--${string}`, string | number | undefined>>,
): CSSProperties {
  return values as CSSProperties
}
