// CommonJS in TypeScript: `import … =` and `require` find the same types.
import decimal = require('@x/decimal')
import trading = require('@x/trading')

export function lossOf(entryPrice: string, markPrice: string): string {
  const pnl = trading.unrealisedPnl({ side: 'long', entryPrice, markPrice, count: '1' })
  return decimal.formatDecimal(decimal.neg(decimal.decimal(pnl)))
}
