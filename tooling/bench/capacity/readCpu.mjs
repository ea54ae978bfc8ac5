import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc in a second, on every Linux of today. */
const TICKS = 100
/** Fields of /proc/<pid>/stat after the name in brackets. */
const [PARENT, USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [1, 11, 12, 13, 14]

/**
 * CPU milliseconds of each process and all that it started, also of what has ended since.
 * @param {Record<string, number[]>} pidsOf by role
 * @returns {Record<string, number>}
 */
export function readCpu(pidsOf) {
  const all = readProcesses()
  const children = Map.groupBy(all.values(), ({ parent }) => parent)
  const spentBy = (pid) => {
    const own = all.get(pid)
    if (!own) throw new Error(`The process ${pid} has ended.`)
    const below = (children.get(pid) ?? []).map((child) => spentBy(child.pid))
    return own.ticks + below.reduce((sum, ticks) => sum + ticks, 0)
  }
  return Object.fromEntries(
    Object.entries(pidsOf).map(([role, pids]) => [
      role,
      pids.reduce((sum, pid) => sum + (spentBy(pid) * 1_000) / TICKS, 0),
    ]),
  )
}

/**
 * CPU milliseconds of this machine since it started: of all programs, and of this process.
 * @returns {{ all: number, own: number }}
 */
export function readBusy() {
  const [line = ''] = read('/proc/stat').split('\n')
  const [user, nice, system, , , hardware, software, stolen] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const ticks = user + nice + system + hardware + software + stolen
  const own = process.cpuUsage()
  return { all: (ticks * 1_000) / TICKS, own: (own.user + own.system) / 1_000 }
}

/** The processes below this one with that text in their command lines, none of whose parents is. */
export function findChildren(text) {
  const all = readProcesses()
  return [...all.values()]
    .filter(({ pid, parent }) => parent === process.pid && commandOf(pid).includes(text))
    .map(({ pid }) => pid)
}

function readProcesses() {
  const all = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const text = read(`/proc/${name}/stat`)
    if (text === '') continue
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM].reduce(
      (sum, at) => sum + Number(fields[at]),
      0,
    )
    all.set(Number(name), { pid: Number(name), parent: Number(fields[PARENT]), ticks })
  }
  return all
}

const commandOf = (pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

/** Empty for a process that has ended meanwhile. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
