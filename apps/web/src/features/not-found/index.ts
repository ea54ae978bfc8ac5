/** What other features may import of `not-found`. */
export { NotFoundPage } from './NotFoundPage.tsx'
