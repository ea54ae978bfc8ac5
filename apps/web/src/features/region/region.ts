/** What the gateway says of the region that a visitor's address belongs to. */
export type Region =
  | { readonly service: 'full'; readonly country: undefined }
  | { readonly service: 'limited' | 'none'; readonly country: string }

const FULL: Region = { service: 'full', country: undefined }

/** Reads `data` of `GET /v1/mix/region`; what has another shape restricts nothing. */
export function parseRegion(data: unknown): Region {
  const { service, country } = (data ?? {}) as Readonly<Record<string, unknown>>
  if (service !== 'limited' && service !== 'none') return FULL
  return typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country)
    ? { service, country }
    : FULL
}
