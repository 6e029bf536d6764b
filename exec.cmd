@rem The scripts of package.json begin with the shell's exec, so that no shell stays between npm and us to swallow a SIGINT.
@rem Windows has no exec and finds this file.
@%*
