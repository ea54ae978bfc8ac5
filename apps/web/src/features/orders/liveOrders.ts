/** The lists of live orders and their toolbar: one lazy chunk for signed-in users. */
export { OpenOrders, TriggerOrders } from './lists.tsx'
export { OrdersToolbar } from './OrdersToolbar.tsx'
