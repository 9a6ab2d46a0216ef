/** The tag of reports that a memory made about itself. They are no memories to be judged. */
export const REFLECTION_TAG = 'reflection'
