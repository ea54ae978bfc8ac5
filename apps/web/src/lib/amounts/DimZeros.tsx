import styles from './dimZeros.module.css'

/** A balance with the zeros at its end dimmed, a balance of nothing as a whole. */
export function DimZeros({ text }: { readonly text: string }) {
  const zeros = (/^[^1-9\u0661-\u0669]*$/.exec(text) ?? /\D?0+$/.exec(text))?.[0] ?? ''
  return (
    <>
      {text.slice(0, text.length - zeros.length)}
      <span className={styles['zeros']}>{zeros}</span>
    </>
  )
}
