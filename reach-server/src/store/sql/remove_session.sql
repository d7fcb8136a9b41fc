delete from sessions
 where id = $1
