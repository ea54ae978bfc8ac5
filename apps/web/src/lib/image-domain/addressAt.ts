/** A path of the own origin at `origin`; any other address as it is: it names its place itself. */
export function addressAt(address: string, { origin }: { readonly origin: string }): string {
  return /^\/(?![/\\])/.test(address) ? origin + address : address
}
