export { isSymmetric, type RelationType, relationTypes } from '../graph/relation-type.js'
