/** What other features may import of `markets`. */
export { type MarketRow, matching, symbolOf } from './marketRow.ts'
export { type Favourites, useFavourites } from './useFavourites.ts'
