import type { FastifyReply, FastifyRequest } from 'fastify'

/** Answers what no route takes: the files and pages of the app. */
export type StaticApp = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
