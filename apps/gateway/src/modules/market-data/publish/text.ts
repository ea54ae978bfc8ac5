/**
 * An integer of the smallest unit as the decimal string of the wire: `(6183763, 2)` is "61837.63".
 */
export function unitsText(units: number | bigint, place: number): string {
  const digits = String(units).padStart(place + 1, '0')
  return place === 0 ? digits : `${digits.slice(0, -place)}.${digits.slice(-place)}`
}
