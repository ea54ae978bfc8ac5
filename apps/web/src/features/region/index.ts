/** What other features may import of `region`. */
export { countryName } from './countryName.ts'
