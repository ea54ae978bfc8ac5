declare module 'virtual:crypto-script' {
  /** Where the fallback cryptography lies and what it must hash to; `null` while developing. */
  const script: { readonly src: string; readonly integrity: string } | null
  export default script
}
