import {
  add,
  decimal,
  formatDecimal,
  formatUnits,
  mul,
  mulDiv,
  normaliseAmount,
  parseDecimal,
  parseUnits,
  roundTo,
  sub,
} from '@x/decimal'

// Values: exact, rounded once, where you say how.
const entry = decimal('60000.10')
const mark = decimal('60123.45')
const pnl = roundTo(mul(decimal('0.12345'), sub(mark, entry)), { scale: 6, mode: 'half-away' })
console.log(formatDecimal(pnl)) // 15.227558
console.log(formatDecimal(add(decimal('0.1'), decimal('0.2')))) // 0.3

// What a user or a server sent: null unless it is a plain decimal.
console.log(parseDecimal('1e3')) // null

// Money in a ledger: integers of the asset's smallest unit.
const balance = parseUnits('1.5', 8) ?? 0n
const fee = mulDiv(balance, 6n, { by: 10_000n, mode: 'up' })
console.log(formatUnits(balance - fee, 8)) // 1.49910000

// An amount field, after every keystroke.
console.log(normaliseAmount('００7．505', { decimals: 2 })) // 07.50
