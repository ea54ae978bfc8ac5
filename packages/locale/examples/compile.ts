import { compileCatalogs, printFinding } from '@x/locale/compiler'

const { modules, findings } = compileCatalogs({
  files: {
    'en.json': '{ "orders.open": "{count, plural, one {# open order} other {# open orders}}" }',
    'pl.json': '{ "orders.open": "{count, plural, one {# zlecenie} other {# zlecenia}}" }',
  },
})
const report = findings.map(printFinding).join('\n')
console.log(report) // pl.json:1 orders.open: plural-categories: {count, plural} lacks few, many
console.log(modules.has('en.ts')) // true
