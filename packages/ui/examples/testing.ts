import { createTestDrivers } from '@x/ui/testing'

const ui = createTestDrivers()

await ui.select('Order type').choose('Market')
await ui.textField('Amount').type('0.25')
await ui.button('Buy BTC').press()
await ui.message().answer('confirm')
await ui.toasts().wait(/Bought 0.25 BTC/)
const [order] = await ui.table('Open orders').rows()
console.log(order?.cells['Pair'])
