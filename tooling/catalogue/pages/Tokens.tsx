import { useEffect, useState } from 'react'
import sheet from '../../../packages/ui/src/styles/tokens.css?raw'

/** Every custom property the sheet declares, once, in its order. */
const names = [...new Set([...sheet.matchAll(/^\s*(--x-[\w-]+):/gm)].map(([, name = '']) => name))]
const isColour = (value: string) => CSS.supports('color', value)
const isLength = (value: string) => /^[\d.]+px$/.test(value)

/** The tokens with the values they have in this theme, palette and density. */
export function Tokens() {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const read = () => {
      const style = getComputedStyle(document.documentElement)
      setValues(new Map(names.map((name) => [name, style.getPropertyValue(name).trim()])))
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true })
    return () => observer.disconnect()
  }, [])
  return (
    <table style={{ borderSpacing: '16px 4px', font: '13px/20px ui-monospace, monospace' }}>
      <caption style={{ textAlign: 'start' }}>{`${names.length} tokens`}</caption>
      <thead>
        <tr>
          {['Token', 'Value', 'Sample'].map((head) => (
            <th key={head} scope="col" style={{ textAlign: 'start' }}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" style={{ textAlign: 'start', fontWeight: 400 }}>
              {name}
            </th>
            <td>{values.get(name)}</td>
            <td>
              <Sample name={name} value={values.get(name) ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sample({ name, value }: { readonly name: string; readonly value: string }) {
  if (isColour(value))
    return (
      <span
        style={{
          display: 'inline-block',
          inlineSize: 72,
          blockSize: 18,
          borderRadius: 4,
          background: `var(${name})`,
          outline: '1px solid var(--x-control-edge)',
        }}
      />
    )
  if (isLength(value))
    return (
      <span
        style={{
          display: 'inline-block',
          inlineSize: `var(${name})`,
          blockSize: 10,
          background: 'var(--x-accent)',
        }}
      />
    )
  return null
}
