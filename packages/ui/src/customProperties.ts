import type { CSSProperties } from 'react'

/** Casts custom properties to a style object: React's type only has the standard properties. */
export function customProperties(
  values: Readonly<Record<`--${string}`, string | number | undefined>>,
): CSSProperties {
  return values as CSSProperties
}
