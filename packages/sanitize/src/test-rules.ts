import { createServerSanitizer } from './createServerSanitizer.ts'

export const OWN = 'https://trade.example'
export const options = {
  ownOrigin: OWN,
  origins: ['https://static.example', 'https://cdn.example:8443'],
  appSchemes: ['exampleapp:'],
  extend: { classes: ['up', 'down'] },
}
export const server = createServerSanitizer(options)
