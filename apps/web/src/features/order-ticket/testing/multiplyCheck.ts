/**
 * Independent of the code under test: amount x price <= share of the balance, and one step more
 * would be too much. Price and balance in cents.
 */
export function multiplyCheck(
  amount: string,
  {
    price,
    quote,
    share,
  }: { readonly price: bigint; readonly quote: bigint; readonly share: number },
): boolean {
  const [whole = '0', fraction = ''] = (amount || '0').split('.')
  const steps = BigInt(whole + fraction.padEnd(5, '0'))
  // Both sides in cents x 10^5 x 100.
  const limit = quote * BigInt(share) * 100_000n
  return steps * price * 100n <= limit && (steps + 1n) * price * 100n > limit
}
