import { Plain } from '../bootstrap/progress.mjs'

const MOST = 9

/**
 * How many of each are started.
 * @param {{ cores?: string | undefined, edges?: string | undefined }} given
 * @returns {{ cores: number, edges: number }}
 */
export const readCounts = ({ cores = '3', edges = '2' }) => ({
  cores: readCount('cores', cores),
  edges: readCount('edges', edges),
})

function readCount(name, text) {
  const count = /^[1-9]$/.test(text) ? Number(text) : 0
  if (count === 0) throw new Plain(`--${name} must be a number from 1 to ${MOST}.`)
  return count
}
