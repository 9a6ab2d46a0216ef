export { instructions as memoryInstructions } from '../../tools/instructions.js'
export { type MemoryMiddlewareOptions, type MemoryTrouble, memoryMiddleware } from './memory-middleware.js'
export { type MemoryToolsOptions, memoryTools } from './memory-tools.js'
