// Loaded into the gateway of a journey by `--import`: SIGUSR2 sets its wall clock to just after the
// next time of funding, as when a machine slept until then. Timers run on.
const SPAN = 8 * 3_600_000
const real = Date.now
let ahead = 0
Date.now = () => real() + ahead
process.on('SIGUSR2', () => {
  const now = Date.now()
  ahead += (Math.floor(now / SPAN) + 1) * SPAN - now + 1_000
})
