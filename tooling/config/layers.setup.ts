// Tests import widgets before or without the tokens, which name the order of the cascade layers.
import tokens from '../../packages/ui/src/styles/tokens.css?raw'

const layers = document.createElement('style')
layers.textContent = tokens.match(/^@layer [^{};]+;$/gm)?.join('\n') ?? ''
document.head.prepend(layers)
