/** What a page shows until all of it has come: the document's frame, skeletons and busy regions. */
export const UNFINISHED = '[data-static-frame], [data-x-part="skeleton"], [aria-busy="true"]'
