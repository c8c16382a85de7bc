/** The bundle has the rules in a file of their own. */
declare module '*.css';
