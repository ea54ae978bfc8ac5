import { describe, expect, it } from 'vitest'
import { publishablePackages } from '../release/packages.mjs'
import { clientEntries, clientFiles } from './clientEntries.mjs'
import listed from './clientEntries.json' with { type: 'json' }

const clients = (files: Readonly<Record<string, string>>) => [...clientFiles(files)].sort()

describe('clientFiles', () => {
  it('marks a file that uses state, also through a chunk', () => {
    expect(
      clients({
        'button.js': `import { c } from "./chunk-A.js"\nexport { c }`,
        'chunk-A.js': `import { useState } from "react"\nexport const c = useState`,
        'badge.js': `import { useId } from "react"\nimport { jsx } from "react/jsx-runtime"`,
      }),
    ).toEqual(['button.js', 'chunk-A.js'])
  })

  it('marks a default import, a re-export and a client library', () => {
    expect(
      clients({
        'a.js': `import React from "react"`,
        'b.js': `export { useStore } from "@x/kit/react"`,
        'c.js': `import { Button } from "react-aria-components"`,
        'd.js': `import { createStore } from "@x/kit"`,
      }),
    ).toEqual(['a.js', 'b.js', 'c.js'])
  })

  it('follows two chunks that import each other', () => {
    expect(
      clients({
        'a.js': `import "./b.js"`,
        'b.js': `import "./a.js"\nimport { createContext } from "react"`,
      }),
    ).toEqual(['a.js', 'b.js'])
  })

  it('ignores a file that is loaded later', () => {
    expect(
      clients({
        'a.js': `export const later = () => import("./b.js")`,
        'b.js': `import { useState } from "react"`,
      }),
    ).toEqual(['b.js'])
  })
})

describe('entries of the packages', () => {
  it.each(publishablePackages().map((entry) => [entry.manifest.name as string, entry] as const))(
    'finds the listed client entries of %s',
    async (name, entry) => {
      const lists: Readonly<Record<string, readonly string[]>> = listed
      expect(await clientEntries(entry)).toEqual(lists[name] ?? [])
    },
  )
})
