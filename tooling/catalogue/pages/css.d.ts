/** A style sheet as its text. */
declare module '*.css?raw' {
  const text: string
  export default text
}
