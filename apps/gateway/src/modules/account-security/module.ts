export { createSecurityLog } from './createSecurityLog.ts'
export { createSecurityMail } from './createSecurityMail.ts'
export { historyRoutes } from './historyRoutes.ts'
export { passwordRoutes } from './passwordRoutes.ts'
