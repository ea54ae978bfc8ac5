/** What other features may import of `markets`. */
export { ListPrice } from './ListPrice.tsx'
export { byFigure, type MarketRow, matching, rowsOf, symbolOf } from './marketRow.ts'
export { Sparkline } from './Sparkline.tsx'
export { type Favourites, useFavourites } from './useFavourites.ts'
