// CommonJS in TypeScript: `import … = require` finds the same types.
import decimal = require('@x/decimal')
import trading = require('@x/trading')

/** The loss of a long position, as a positive amount. */
function lossOf(entryPrice: string, markPrice: string): string {
  const pnl = trading.unrealisedPnl({ side: 'long', entryPrice, markPrice, count: '1' })
  return decimal.formatDecimal(decimal.negate(decimal.decimal(pnl)))
}

export = { lossOf }
