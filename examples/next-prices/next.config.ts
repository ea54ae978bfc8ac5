import type { NextConfig } from 'next'

/** Each page is rendered for its visitor: with Cache Components a layout could not read cookies. */
const config: NextConfig = { cacheComponents: false }

export default config
