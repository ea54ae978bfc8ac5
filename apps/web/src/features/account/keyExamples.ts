/** A key, and where programs use it. */
export interface KeyInUse {
  readonly origin: string
  readonly apiKey: string
  /** `undefined`: only its owner has it. */
  readonly secret: string | undefined
}

/** Programs that run as they are, with the key filled in. */
export function keyExamples({ origin, apiKey, secret }: KeyInUse) {
  const own = secret ?? 'your private key'
  const curl = [
    `Q="timestamp=$(date +%s)000"`,
    `S=$(printf %s "$Q" | openssl dgst -sha256 -hmac '${own}' -r | cut -d' ' -f1)`,
    `curl -H 'X-MBX-APIKEY: ${apiKey}' "${origin}/api/v3/account?$Q&signature=$S"`,
  ]
  const ccxt = [
    `import ccxt from 'ccxt'`,
    `const exchange = new ccxt.binance({ apiKey: '${apiKey}', secret: '${own}' })`,
    `exchange.options.fetchMarkets = { types: ['spot'] }`,
    `exchange.options.fetchCurrencies = false`,
    `exchange.urls.api.public = exchange.urls.api.private = '${origin}/api/v3'`,
    `console.log(await exchange.fetchBalance())`,
  ]
  return [
    ...(secret === undefined ? [] : [{ name: 'curl', text: curl.join('\n') }]),
    { name: 'ccxt', text: ccxt.join('\n') },
  ]
}
